//! Variants of shaders: which values of macros mean which module.

use crate::error::{require, ErrorCode, Result};
use crate::file::File;
use crate::generated::layouts::{
    HvarAxis, HvarHeader, HvarModule, HMAN_KIND_SHADER, HVAR_MAX_COMBINATIONS, HVAR_NO_MODULE,
};
use crate::hman::manifest_hash;
use crate::names::Names;
use crate::path::is_path;
use crate::rows::{Row, Rows};

/// The variants of a shader.
#[derive(Clone, Copy, Debug)]
pub struct Variants<'a> {
    /// Counts.
    pub header: HvarHeader,
    /// The macros that vary.
    pub axes: Rows<'a, HvarAxis>,
    /// Keys of the modules in the manifest.
    pub modules: Rows<'a, HvarModule>,
    cells: Rows<'a, u32>,
    names: Names<'a>,
}

impl<'a> Variants<'a> {
    /// Checks every rule of docs/formats/hvar.md.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        let file = File::new(bytes);
        let header: HvarHeader = file.inspect(0)?;
        let [axes, values, entries, modules] =
            [header.axis_count, header.value_count, header.entry_count, header.module_count].map(u64::from);
        let cells = entries * u64::from(header.combination_count);
        let axes_at = HvarHeader::SIZE as u64;
        let modules_at = axes_at + axes * HvarAxis::SIZE as u64;
        let cells_at = modules_at + modules * HvarModule::SIZE as u64;
        let fits = cells <= file.size() && cells_at + cells * 4 <= file.size();
        require(fits, ErrorCode::Truncated, file.size(), "HvarHeader")?;
        let names_at = cells_at + cells * 4;
        check_axes(&file, &header)?;
        for at in (cells_at..names_at).step_by(4) {
            let cell: u32 = file.read(at);
            let is_module = u64::from(cell) < modules || cell == HVAR_NO_MODULE;
            require(is_module, ErrorCode::BadRange, at, "cells[]")?;
        }
        let total = axes + values + entries + modules;
        let variants = Self {
            header,
            axes: file.rows(axes_at, axes),
            modules: file.rows(modules_at, modules),
            cells: file.rows(cells_at, cells),
            names: Names::open(&file, names_at, file.size() - names_at, total)?,
        };
        variants.check_modules(modules_at)?;
        Ok(variants)
    }

    fn check_modules(&self, at: u64) -> Result<()> {
        for (i, module) in self.modules.iter().enumerate() {
            let place = at + i as u64 * HvarModule::SIZE as u64;
            let path = self.path(i as u32);
            require(is_path(path), ErrorCode::BadValue, place, "modules[].path")?;
            let is_key = module.hash == manifest_hash(HMAN_KIND_SHADER as u8, path);
            require(is_key, ErrorCode::BadValue, place, "modules[].hash")?;
        }
        Ok(())
    }

    /// The module of an entry point (`fragment`) by the values of all macros, in any order: "1" for true, "false" for a macro that is
    /// not defined. None if a macro has no value or another one, if one does not vary, or if the combination was not compiled.
    pub fn find(&self, entry: &str, defines: &[(&str, &str)]) -> Option<u32> {
        if defines.len() != self.axes.len() {
            return None;
        }
        let mut first = self.axes.len();
        let mut combination = 0;
        for (i, axis) in self.axes.iter().enumerate() {
            let name = self.names.get(i);
            let (_, value) = defines.iter().find(|(define, _)| *define == name)?;
            let count = axis.value_count as usize;
            let chosen = (0..count).find(|v| self.names.get(first + v) == *value)?;
            combination += chosen * axis.stride as usize;
            first += count;
        }
        let row = (0..self.header.entry_count as usize).find(|e| self.names.get(first + e) == entry)?;
        let cell = self.cells.get(row * self.header.combination_count as usize + combination)?;
        (cell != HVAR_NO_MODULE).then_some(cell)
    }

    /// The path of a module in the pack; empty if there is none.
    pub fn path(&self, module: u32) -> &'a str {
        let count = self.header.module_count;
        if module >= count {
            return "";
        }
        self.names.get(self.names.len() - (count - module) as usize)
    }
}

/// Strides and counts follow from the numbers of values.
fn check_axes(file: &File<'_>, header: &HvarHeader) -> Result<()> {
    let mut values = 0;
    let mut stride = 1;
    for i in (0..u64::from(header.axis_count)).rev() {
        let at = HvarHeader::SIZE as u64 + i * HvarAxis::SIZE as u64;
        let axis: HvarAxis = file.inspect(at)?;
        let place = at + HvarAxis::AT_STRIDE;
        require(u64::from(axis.stride) == stride, ErrorCode::BadValue, place, "axes[].stride")?;
        values += u64::from(axis.value_count);
        stride *= u64::from(axis.value_count);
        require(stride <= u64::from(HVAR_MAX_COMBINATIONS), ErrorCode::BadValue, at, "axes[].valueCount")?;
    }
    let is_sum = values == u64::from(header.value_count);
    require(is_sum, ErrorCode::BadValue, HvarHeader::AT_VALUE_COUNT, "HvarHeader.valueCount")?;
    let is_product = stride == u64::from(header.combination_count);
    require(is_product, ErrorCode::BadValue, HvarHeader::AT_COMBINATION_COUNT, "HvarHeader.combinationCount")
}
