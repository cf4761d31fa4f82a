//! Joints may be in any order, but following parents must end at a root.

use crate::error::{require, ErrorCode, Result};
use crate::generated::layouts::GpuJoint;
use crate::rows::{Row, Rows};

/// A bit for each joint that has been checked. Joints beyond are checked again, which only takes time.
const BITS: usize = 65_536;

#[derive(Clone, Copy)]
struct Bits([u32; BITS / 32]);

impl Bits {
    fn has(&self, i: usize) -> bool {
        i < BITS && self.0[i / 32] >> (i % 32) & 1 != 0
    }

    fn set(&mut self, i: usize) {
        if i < BITS {
            self.0[i / 32] |= 1 << (i % 32);
        }
    }
}

struct Lineages<'a> {
    joints: Rows<'a, GpuJoint>,
    /// Offset of the first joint's parent.
    at: u64,
    seen: Bits,
    done: Bits,
}

/// `at`: offset of the first joint's parent.
pub(super) fn check_joints(joints: Rows<'_, GpuJoint>, at: u64) -> Result<()> {
    let empty = Bits([0; BITS / 32]);
    let mut lineages = Lineages { joints, at, seen: empty, done: empty };
    (0..joints.len()).try_for_each(|joint| lineages.check(joint))
}

impl Lineages<'_> {
    /// Follows parents from one joint to a root, or to a joint that is known to lead to one.
    fn check(&mut self, start: usize) -> Result<()> {
        let count = self.joints.len();
        let (mut last, mut steps, mut joint) = (start, 0, start as i64);
        while joint >= 0 && joint < count as i64 && !self.seen.has(joint as usize) {
            last = joint as usize;
            self.seen.set(last);
            joint = i64::from(self.joints.at(last).parent);
            steps += 1;
            if steps > count {
                break;
            }
        }
        if steps == 0 {
            return Ok(());
        }
        let place = self.at + (last * GpuJoint::SIZE) as u64;
        require(joint < count as i64, ErrorCode::BadRange, place, "SKEL[].parent")?;
        let leads_to_root = steps <= count && (joint < 0 || self.done.has(joint as usize));
        require(leads_to_root, ErrorCode::BadValue, place, "SKEL[].parent")?;
        joint = start as i64;
        for _ in 0..steps {
            self.done.set(joint as usize);
            joint = i64::from(self.joints.at(joint as usize).parent);
        }
        Ok(())
    }
}
