//! Prints what is in a pack: cargo run --example print_pack runtime.hpack

use assetc_formats::{Clips, Materials, Pack, Texture};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("pass the path of a pack")?;
    let bytes = std::fs::read(path)?;
    let pack = Pack::open(&bytes)?;
    for entry in pack.entries() {
        println!("{:>10} {} {}", entry.bytes.len(), entry.path, describe(entry.path, entry.bytes)?);
    }
    println!("{} files", pack.len());
    if let Ok(manifest) = pack.manifest() {
        println!("{} assets in the manifest", manifest.len());
    }
    Ok(())
}

fn describe(path: &str, bytes: &[u8]) -> Result<String, Box<dyn std::error::Error>> {
    let extension = path.rsplit('.').next().unwrap_or_default();
    Ok(match extension {
        "hmat" => format!("({} materials)", Materials::open(bytes)?.rows.len()),
        "hanim" => format!("({} clips)", Clips::open(bytes, None)?.len()),
        "hanimx" => format!("({} clips)", Clips::open_weights(bytes, None)?.len()),
        "ktx2" => {
            let texture = Texture::open(bytes)?;
            let header = texture.header;
            format!("({} x {}, {} levels)", header.pixel_width, header.pixel_height, texture.levels.len())
        }
        _ => String::new(),
    })
}
