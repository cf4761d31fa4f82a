//! Prints what is in a pack: cargo run --example print_pack runtime.hpack

use assetc_formats::{inflate_mesh, Clips, Materials, Mesh, Pack, Texture, Variants};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("pass the path of a pack")?;
    let bytes = std::fs::read(path)?;
    let pack = Pack::open(&bytes)?;
    for entry in pack.entries() {
        println!("{:>10} {} {}", entry.bytes.len(), entry.path, describe(entry.path, entry.bytes));
    }
    println!("{} files", pack.len());
    if let Ok(manifest) = pack.manifest() {
        println!("{} assets in the manifest", manifest.len());
    }
    Ok(())
}

/// What is in a file, or which rule it breaks.
fn describe(path: &str, bytes: &[u8]) -> String {
    count(path, bytes).unwrap_or_else(|error| error.to_string())
}

fn count(path: &str, bytes: &[u8]) -> assetc_formats::Result<String> {
    Ok(match path.rsplit('.').next().unwrap_or_default() {
        "hmesh" => {
            // Inflates compressed chunks, if there are any.
            let bytes = inflate_mesh(bytes)?;
            let mesh = Mesh::open(&bytes)?;
            format!("{} vertices, {} triangles", mesh.desc.vertex_count, mesh.desc.index_count / 3)
        }
        "hvar" => {
            let variants = Variants::open(bytes)?;
            format!("{} combinations, {} modules", variants.header.combination_count, variants.modules.len())
        }
        "hmat" => format!("{} materials", Materials::open(bytes)?.rows.len()),
        "hanim" => format!("{} clips", Clips::open(bytes, None)?.len()),
        "hanimx" => format!("{} clips", Clips::open_weights(bytes, None)?.len()),
        "ktx2" => {
            let texture = Texture::open(bytes)?;
            let header = texture.header;
            format!("{} x {}, {} levels", header.pixel_width, header.pixel_height, texture.levels.len())
        }
        _ => String::new(),
    })
}
