//! Poses a character: samples a clip at times, and prints the local transform, the skin matrix of every joint and the posed vertices.
//!
//! cargo run --example pose_model -- fox.hmesh fox.hanim Walk 0.25

use std::error::Error;
use std::io::Write;

use assetc_formats::{bind_pose, inflate_mesh, skin_matrices, skin_position, Clip, Clips, Mesh, Transform};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, mesh_path, clips_path, name, times @ ..] = arguments.as_slice() else {
        return Err("pass a .hmesh, a .hanim, the name of a clip and times in seconds".into());
    };
    // A mesh without compressed chunks can also be opened directly.
    let bytes = inflate_mesh(&std::fs::read(mesh_path)?)?;
    let mesh = Mesh::open(&bytes)?;
    let bytes = std::fs::read(clips_path)?;
    let clips = Clips::open(&bytes, Some(mesh.joints.len() as u32))?;
    let clip = clips.find(name).ok_or("there is no such clip")?;
    let mut out = std::io::stdout().lock();
    for time in times {
        print_pose(&mut out, &mesh, &clip, time.parse()?)?;
    }
    Ok(())
}

fn print_pose(out: &mut impl Write, mesh: &Mesh, clip: &Clip, time: f32) -> Result<(), Box<dyn Error>> {
    let mut locals = vec![Transform::IDENTITY; mesh.joints.len()];
    let mut matrices = vec![[0.0; 16]; mesh.joints.len()];
    bind_pose(&mesh.joints, &mut locals);
    clip.sample(time, &mut locals);
    skin_matrices(&mesh.joints, &locals, &mut matrices);
    writeln!(out, "time {time}")?;
    for (i, (local, matrix)) in locals.iter().zip(&matrices).enumerate() {
        print_floats(out, "translation", i, &local.translation)?;
        print_floats(out, "rotation", i, &local.rotation)?;
        print_floats(out, "scale", i, &local.scale)?;
        print_floats(out, "matrix", i, matrix)?;
    }
    for vertex in 0..mesh.desc.vertex_count as usize {
        let position = skin_position(mesh, vertex, &matrices).ok_or("the mesh has no skin")?;
        print_floats(out, "position", vertex, &position)?;
    }
    Ok(())
}

fn print_floats(out: &mut impl Write, name: &str, i: usize, floats: &[f32]) -> std::io::Result<()> {
    write!(out, "{name} {i}")?;
    floats.iter().try_for_each(|v| write!(out, " {v}"))?;
    writeln!(out)
}
