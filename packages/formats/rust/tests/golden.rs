//! Golden files have the contents that their twins in JSON list.

use assetc_formats::layouts::HPACK_KIND_HMESH;
use assetc_formats::{
    bind_pose, hash_name, hash_ref, inflate_mesh, is_compressed_mesh, manifest_hash, skin_matrices, Clips, ErrorCode,
    Manifest, Materials, Mesh, Pack, Skin, Texture, Transform, Variants, Vertices,
};

fn golden(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../goldens/{name}", env!("CARGO_MANIFEST_DIR"))).expect("a golden file")
}

#[test]
fn packs_list_their_files_in_order() {
    let bytes = golden("runtime.hpack");
    let pack = Pack::open(&bytes).expect("valid");
    let paths: Vec<_> = pack.entries().map(|entry| entry.path).collect();
    assert!(!paths.is_empty() && paths.is_sorted() && paths.len() == pack.len());
    for entry in pack.entries() {
        assert_eq!(entry.path.ends_with(".hmesh"), u32::from(entry.kind) == HPACK_KIND_HMESH);
        assert_eq!((entry.bytes.as_ptr() as usize - bytes.as_ptr() as usize) % 16, 0);
    }
    assert!(pack.find("no such file").is_none() && pack.find("").is_none() && pack.find("zzz").is_none());
}

#[test]
fn manifests_find_hashes_of_names() {
    let bytes = golden("assets.hman");
    let manifest = Manifest::open(&bytes).expect("valid");
    for entry in manifest.entries() {
        assert_eq!(manifest_hash(entry.kind, entry.path), entry.hash);
        assert_eq!(manifest.find(entry.hash), Some(entry));
    }
    assert_eq!(manifest.find(0), None);
}

#[test]
fn names_are_hashed_in_any_normalization() {
    assert_eq!(hash_ref(""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(hash_name("Models/Chair"), hash_ref("models/chair"));
    assert_eq!(hash_name("a\u{308}rger"), hash_name("\u{e4}rger"));
    assert_eq!(hash_name("\u{1100}\u{1161}\u{11a8}"), hash_name("\u{ac01}"));
    assert_ne!(hash_name("a\u{308}"), hash_name("a"));
}

#[test]
fn materials_are_rows() {
    let bytes = golden("chair.hmat");
    let materials = Materials::open(&bytes).expect("valid");
    assert_eq!(materials.rows.len() * 96 + 16, bytes.len());
    assert_eq!(materials.rows.bytes(), &bytes[16..]);
    assert!(materials.rows.get(materials.rows.len()).is_none());
}

#[test]
fn clips_have_channels_and_keys() {
    let bytes = golden("walk.hanim");
    let clips = Clips::open(&bytes, None).expect("valid");
    let clip = clips.get(0).expect("a clip");
    assert!(
        clips.get(clips.len()).is_none()
            && clips.iter().enumerate().all(|(i, one)| clips.get(i).map(|c| c.name) == Some(one.name))
    );
    let last = clip.channels().flat_map(|channel| (0..channel.key_count()).map(move |key| channel.time(key)));
    assert_eq!(last.fold(0.0, f32::max), clip.duration);
    assert_eq!(Clips::open(&bytes, Some(0)).map(|_| ()).map_err(|error| error.code), Err(ErrorCode::BadRange));
    assert_eq!(Clips::open_weights(&bytes, None).map(|_| ()).map_err(|error| error.code), Err(ErrorCode::BadVersion));
}

#[test]
fn textures_have_levels_inside_the_file() {
    for name in ["bc7-2d.ktx2", "uastc-cube.ktx2", "rgba8-lut.ktx2"] {
        let bytes = golden(name);
        let texture = Texture::open(&bytes).expect(name);
        let level = texture.level(0).expect("level 0");
        assert_eq!([level.width, level.height], [texture.header.pixel_width, texture.header.pixel_height]);
        assert!(texture.value("KTXwriter").is_some_and(|value| value.ends_with(&[0])));
        assert!(texture.value("nothing").is_none());
    }
}

#[test]
fn meshes_have_vertices_of_every_form() {
    let full = golden("quad-full.hmesh");
    let mesh = Mesh::open(&full).expect("valid");
    assert!(matches!(mesh.vertices, Vertices::Full(rows) if rows.len() == mesh.desc.vertex_count as usize));
    let split = golden("quad-split.hmesh");
    assert!(matches!(Mesh::open(&split).expect("valid").vertices, Vertices::Split(..)));
    let compact = golden("quad-compact.hmesh");
    let compact = Mesh::open(&compact).expect("valid");
    let Vertices::Compact(grid, _) = compact.vertices else { panic!("compact") };
    for i in 0..compact.desc.vertex_count as usize {
        let [a, b] = [&mesh, &compact].map(|mesh| mesh.vertex(i).expect("a vertex"));
        for axis in 0..3 {
            assert!((a.position[axis] - b.position[axis]).abs() <= grid.position_error + f32::EPSILON);
        }
        let length = b.normal.iter().map(|v| v * v).sum::<f32>();
        assert!((length - 1.0).abs() < 1e-5);
    }
}

#[test]
fn compressed_meshes_are_inflated_first() {
    let bytes = golden("quad-compressed.hmesh");
    assert!(is_compressed_mesh(&bytes));
    assert_eq!(Mesh::open(&bytes).map(|_| ()).map_err(|error| error.code), Err(ErrorCode::Missing));
    let plain = inflate_mesh(&bytes).expect("valid");
    assert_eq!(Mesh::validate(&plain), Ok(()));
    assert_eq!(inflate_mesh(&plain), Ok(plain.clone()));
    let is_found = |at: usize| {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        inflate_mesh(&damaged).map_or(true, |plain| Mesh::validate(&plain).is_err())
    };
    assert!((0..bytes.len()).filter(|&at| is_found(at)).count() > bytes.len() / 2);
}

#[test]
fn draws_are_the_triangles_of_a_level() {
    let bytes = golden("quad.hmesh");
    let mesh = Mesh::open(&bytes).expect("valid");
    let row = mesh.submeshes.get(0).expect("a submesh");
    let drawn: Vec<u32> = mesh.draw(0, 0).expect("a submesh").collect();
    let first = row.first_index as usize;
    let wanted: Vec<u32> = mesh.indices.iter().skip(first).take(row.index_count as usize).collect();
    assert!(!drawn.is_empty() && drawn == wanted);
    assert!(mesh.draw(mesh.submeshes.len(), 0).is_none());
}

#[test]
fn skeletons_at_rest_move_nothing() {
    let bytes = golden("skeleton.hmesh");
    let mesh = Mesh::open(&bytes).expect("valid");
    assert!(matches!(mesh.skin, Some(Skin::Full(_))) && !mesh.joints.is_empty());
    let mut locals = vec![Transform::IDENTITY; mesh.joints.len()];
    let mut matrices = vec![[0.0; 16]; mesh.joints.len()];
    bind_pose(&mesh.joints, &mut locals);
    assert_eq!(locals[0].translation, mesh.joints.get(0).expect("a joint").bind_t);
    skin_matrices(&mesh.joints, &locals, &mut matrices);
    assert!(matrices.iter().all(|m| m[15] == 1.0));
}

#[test]
fn variants_are_found_by_their_defines() {
    let bytes = golden("sky.hvar");
    let variants = Variants::open(&bytes).expect("valid");
    let defines = [("SHADOWS", "1"), ("QUALITY", "2")];
    let found = variants.find("fragment", &defines).expect("compiled");
    assert!(variants.path(found).ends_with(".spv"));
    let mut turned = defines;
    turned.reverse();
    assert_eq!(variants.find("fragment", &turned), Some(found));
    assert_eq!(variants.find("fragment", &defines[..1]), None);
    assert_eq!(variants.find("none", &defines), None);
}

#[test]
fn errors_name_code_offset_and_field() {
    let mut bytes = golden("chair.hmat");
    bytes[4] = 9;
    let error = Materials::open(&bytes).expect_err("damaged");
    assert_eq!(error.to_string(), "HmatHeader.version: bad-version (at byte 4)");
    assert_eq!(Materials::open(&[]).map(|_| ()).map_err(|error| error.code), Err(ErrorCode::Truncated));
}
