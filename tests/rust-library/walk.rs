//! Every format by its number: opens a file, and reads all that its view gives.

use assetc_formats::{Clips, Manifest, Materials, Pack, Result, Texture};

pub type Walk = fn(&[u8]) -> Result<()>;

fn unread(_: &[u8]) -> Result<()> {
    panic!("the crate does not read this format")
}

pub const FORMATS: [Walk; 13] = [
    pack, materials, manifest, unread, texture, clips, weight_clips, unread, unread, unread, unread, unread, unread,
];

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
