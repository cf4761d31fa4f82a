//! Visits ranges of a file in file order, for a table in any order, without memory for all of them.

use crate::error::Result;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Span {
    pub start: u64,
    pub end: u64,
    /// Offset of its row in the table.
    pub row: u64,
}

const BATCH: usize = 128;

/// Tables of assetc are sorted already; any other order takes a pass over the table for each batch.
pub(crate) fn visit_spans(
    table: impl Iterator<Item = Span> + Clone,
    mut visit: impl FnMut(&Span) -> Result<()>,
) -> Result<()> {
    if table.clone().is_sorted() {
        return table.into_iter().try_for_each(|span| visit(&span));
    }
    let mut last = None;
    loop {
        let (batch, count) = next_batch(table.clone(), last);
        for span in &batch[..count] {
            visit(span)?;
        }
        let Some(end) = batch[..count].last() else { return Ok(()) };
        last = Some(*end);
    }
}

/// The first rows after `last` in file order, sorted.
fn next_batch(table: impl Iterator<Item = Span>, last: Option<Span>) -> ([Span; BATCH], usize) {
    let mut batch = [Span::default(); BATCH];
    let mut count = 0;
    for span in table {
        let is_late = count == BATCH && span >= batch[count - 1];
        if is_late || last.is_some_and(|last| span <= last) {
            continue;
        }
        let place = batch[..count].partition_point(|other| *other <= span);
        count = (count + 1).min(BATCH);
        batch.copy_within(place..count - 1, place + 1);
        batch[place] = span;
    }
    (batch, count)
}
