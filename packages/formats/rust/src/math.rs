//! What `core` lacks: square roots, rounded as IEEE 754 demands, so that every reader gives the same verdict.

const MANTISSA: u64 = (1 << 52) - 1;

/// A power of two that is a normal number.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

pub(crate) fn sqrt(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 || x == f64::INFINITY {
        return if x < 0.0 { f64::NAN } else { x };
    }
    if x < power_of_two(-900) {
        return sqrt(x * power_of_two(108)) * power_of_two(-54);
    }
    let mut guess = f64::from_bits((x.to_bits() >> 1) + 0x1FF8_0000_0000_0000);
    for _ in 0..5 {
        guess = 0.5 * (guess + x / guess);
    }
    round_root(x, guess)
}

/// The double nearest to the root: compares squares as whole numbers.
fn round_root(x: f64, guess: f64) -> f64 {
    let exponent = (x.to_bits() >> 52) as i64 - 1075;
    let shift = 52 + (exponent & 1);
    let square = u128::from((x.to_bits() & MANTISSA) | (1 << 52)) << shift;
    let half = (exponent - shift) / 2;
    let mut root = (guess * power_of_two(-half)) as u64;
    let squared = |twice: u64| u128::from(twice) * u128::from(twice);
    while squared(root * 2 + 1) < square * 4 {
        root += 1;
    }
    while squared(root * 2 - 1) > square * 4 {
        root -= 1;
    }
    root as f64 * power_of_two(half)
}

/// Whether a number has no fraction.
pub(crate) fn is_whole(x: f64) -> bool {
    const ALL_WHOLE: f64 = 4_503_599_627_370_496.0;
    x >= ALL_WHOLE || x <= -ALL_WHOLE || x == (x as i64) as f64
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::sqrt;

    #[test]
    fn roots_are_those_of_the_processor() {
        let mut bits = 1u64;
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let x = f64::from_bits(bits >> 1);
            if x.is_finite() {
                assert_eq!(sqrt(x).to_bits(), x.sqrt().to_bits(), "{x:e}");
            }
        }
        for x in [0.0, 1.0, 4.0, 2.0, 0.25, f64::MIN_POSITIVE, f64::MAX, f64::from_bits(1), f64::INFINITY] {
            assert_eq!(sqrt(x).to_bits(), x.sqrt().to_bits(), "{x:e}");
        }
        for i in 0..10_000 {
            let x = f64::from(i) * f64::from(i);
            assert_eq!(sqrt(x), f64::from(i));
        }
        assert!(sqrt(-1.0).is_nan() && sqrt(f64::NAN).is_nan());
    }
}
