//! Every format by its number: opens a file, and reads all that its view gives.

use assetc_formats::{
    bind_pose, inflate_mesh, is_compressed_mesh, skin_matrices, skin_position, Clips, Manifest, Materials, Mesh, Pack, Result,
    Texture, Transform, Variants,
};

pub type Walk = fn(&[u8]) -> Result<()>;

fn unread(_: &[u8]) -> Result<()> {
    panic!("the crate does not read this format")
}

pub const FORMATS: [Walk; 14] = [
    pack, materials, manifest, mesh, texture, clips, weight_clips, unread, unread, unread, unread, unread, unread, variants,
];

fn mesh(bytes: &[u8]) -> Result<()> {
    if is_compressed_mesh(bytes) {
        let plain = inflate_mesh(bytes)?;
        assert!(!is_compressed_mesh(&plain));
        return plain_mesh(&plain);
    }
    plain_mesh(bytes)
}

fn plain_mesh(bytes: &[u8]) -> Result<()> {
    Mesh::validate(bytes)?;
    let mesh = Mesh::open(bytes).expect("valid meshes can be opened");
    let vertices = mesh.desc.vertex_count as usize;
    for i in 0..vertices {
        let vertex = mesh.vertex(i).expect("a vertex");
        assert!(vertex.position.iter().chain(&vertex.uv).all(|v| v.is_finite()));
        assert_eq!(mesh.skin_of(i).is_some(), mesh.skin.is_some());
        assert_eq!(mesh.uv1(i).is_some(), !mesh.uvs1.is_empty());
    }
    assert!(mesh.vertex(vertices).is_none() && mesh.skin_of(vertices).is_none());
    for submesh in 0..mesh.submeshes.len() {
        for level in 0..=mesh.lods.count {
            assert!(mesh.draw(submesh, level).expect("a submesh").all(|vertex| (vertex as usize) < vertices));
        }
    }
    assert!(mesh.draw(mesh.submeshes.len(), 0).is_none());
    for meshlet in mesh.meshlets.iter() {
        let [first, count] = [meshlet.vertex_offset, meshlet.vertex_count].map(|v| v as usize);
        let entries = (first..first + count).filter_map(|entry| mesh.meshlet_vertices.get(entry));
        assert_eq!(entries.filter(|&vertex| (vertex as usize) < vertices).count(), count);
    }
    assert!(mesh.names.iter().all(|name| name.len() <= bytes.len()));
    walk_optional(&mesh);
    walk_skeleton(&mesh);
    Ok(())
}

fn walk_optional(mesh: &Mesh) {
    if let Some(morphs) = &mesh.morphs {
        assert_eq!(morphs.targets.len(), morphs.header.target_count as usize);
        assert!(morphs.vertices.iter().all(|vertex| vertex < mesh.desc.vertex_count));
    }
    for range in mesh.line_ranges.iter() {
        let first = range.first as usize;
        mesh.line_indices.slice(first..first + range.count as usize);
    }
    for cluster in mesh.clusters.rows.iter().take(mesh.clusters.rows.len().saturating_sub(mesh.meshlets.len())) {
        let first = cluster.vertex_offset as usize;
        for entry in first..first + cluster.vertex_count as usize {
            assert!(mesh.clusters.vertices.get(entry).is_some_and(|vertex| vertex < mesh.desc.vertex_count));
        }
    }
    if let Some(maps) = &mesh.micromaps {
        assert_eq!(maps.indices.len() * 3, mesh.desc.index_count as usize);
    }
}

fn walk_skeleton(mesh: &Mesh) {
    let count = mesh.joints.len();
    let mut locals = vec![Transform::IDENTITY; count];
    let mut matrices = vec![[0.0; 16]; count];
    bind_pose(&mesh.joints, &mut locals);
    // Parents may be in the opposite order, which takes time: long chains are left out.
    if count < 1000 {
        skin_matrices(&mesh.joints, &locals, &mut matrices);
        if mesh.skin.is_some() {
            assert!((0..mesh.desc.vertex_count as usize).all(|i| skin_position(mesh, i, &matrices).is_some()));
        }
    }
}

fn variants(bytes: &[u8]) -> Result<()> {
    let variants = Variants::open(bytes)?;
    for module in 0..variants.modules.len() as u32 {
        assert!(!variants.path(module).is_empty());
    }
    assert!(variants.path(variants.header.module_count).is_empty() && variants.find("none", &[]).is_none());
    Ok(())
}

fn pack(bytes: &[u8]) -> Result<()> {
    let pack = Pack::open(bytes)?;
    let mut count = 0;
    for entry in pack.entries() {
        let found = pack.find(entry.path).expect("listed");
        assert!(std::ptr::eq(found.bytes, entry.bytes));
        count += 1;
    }
    assert_eq!(count, pack.len());
    Ok(())
}

fn materials(bytes: &[u8]) -> Result<()> {
    let materials = Materials::open(bytes)?;
    for row in materials.rows.iter() {
        assert!(row.alpha_mode() < 3 && (row.is_double_sided() || row.flags & 1 == 0));
    }
    Ok(())
}

fn manifest(bytes: &[u8]) -> Result<()> {
    let manifest = Manifest::open(bytes)?;
    assert_eq!(manifest.entries().count(), manifest.len());
    for entry in manifest.entries() {
        assert_eq!(manifest.find(entry.hash), Some(entry));
        assert!(manifest.find_path(entry.path).is_some());
    }
    Ok(())
}

fn clips(bytes: &[u8]) -> Result<()> {
    walk_clips(&Clips::open(bytes, None)?);
    Ok(())
}

fn weight_clips(bytes: &[u8]) -> Result<()> {
    walk_clips(&Clips::open_weights(bytes, None)?);
    Ok(())
}

fn walk_clips(clips: &Clips) {
    assert_eq!(clips.iter().count(), clips.len());
    for clip in clips.iter() {
        assert!(clips.find(clip.name).is_some());
        for channel in clip.channels() {
            for key in 0..channel.key_count() {
                assert!(channel.time(key) <= clip.duration);
                for component in 0..channel.components as usize {
                    assert!(channel.value(key, component).is_finite());
                }
                assert_eq!(channel.sample(channel.time(key)).is_some(), channel.key_count() > 0);
            }
        }
    }
}

fn texture(bytes: &[u8]) -> Result<()> {
    let texture = Texture::open(bytes)?;
    for i in 0..texture.levels.len() as u32 {
        let level = texture.level(i).expect("stored");
        if texture.header.supercompression_scheme == 0 {
            let last = level.image_offset(level.layers - 1, level.faces - 1);
            assert!(last + level.image_bytes <= level.stored.len() as u64);
        }
    }
    assert!(texture.level(texture.levels.len() as u32).is_none());
    texture.value("KTXwriter");
    Ok(())
}
