//! A Luau buffer that Rust reads and writes in place.
#![allow(unsafe_code)]

use mlua::{Buffer, Lua, Value, ffi};

/// A buffer whose bytes are accessed without a call into the VM.
///
/// Luau's collector doesn't move objects, and the handle keeps the buffer alive, so its address stays valid as long as
/// this value lives.
#[derive(Debug)]
pub(crate) struct SharedBuffer {
    handle: Buffer,
    data: *mut u8,
    len: usize,
}

impl SharedBuffer {
    pub(crate) fn new(lua: &Lua, len: usize) -> mlua::Result<Self> {
        let handle = lua.create_buffer_with_capacity(len)?;
        let mut data = std::ptr::null_mut();
        let out = &raw mut data;
        // SAFETY: the closure gets the buffer as its one argument at stack index 1 and leaves the stack unchanged
        // except for that argument, which `exec_raw` drops; `lua_tobuffer` only reads it.
        unsafe {
            lua.exec_raw::<Value>(handle.clone(), |state| {
                let mut size = 0;
                *out = ffi::lua_tobuffer(state, 1, &mut size).cast::<u8>();
            })?;
        }
        if data.is_null() {
            return Err(mlua::Error::runtime("the virtual machine gave no buffer"));
        }
        let mut buffer = Self { handle, data, len };
        give_back_zeros(buffer.bytes_mut());
        Ok(buffer)
    }

    pub(crate) fn handle(&self) -> Buffer {
        self.handle.clone()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: `data` points to `len` bytes that live as long as `handle`. Luau writes them only while a script
        // runs, and scripts run only through `&mut Rules`, which owns this value, so nothing writes during the borrow.
        unsafe { std::slice::from_raw_parts(self.data, self.len) }
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as for `bytes`, and the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.data, self.len) }
    }

    pub(crate) fn u32(&self, at: usize) -> u32 {
        let bytes = self.bytes();
        u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
    }

    pub(crate) fn set_u32(&mut self, at: usize, value: u32) {
        self.bytes_mut()[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
}

/// Returns the pages of a new buffer to the system: they are read as zeros and allocated at their first write, and most
/// of a buffer is never written. This saves megabytes per VM, and a server has one for each table.
#[cfg(target_os = "linux")]
fn give_back_zeros(bytes: &mut [u8]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    use nix::unistd::{SysconfVar, sysconf};
    let Ok(Some(page)) = sysconf(SysconfVar::PAGE_SIZE) else { return };
    let Ok(page) = usize::try_from(page) else { return };
    let begin = bytes.as_ptr().align_offset(page);
    let len = bytes.len().saturating_sub(begin) / page * page;
    // The pages at the ends are shared with other data.
    let Some(whole) = bytes.get_mut(begin..begin + len) else { return };
    debug_assert!(whole.iter().all(|&byte| byte == 0), "a new buffer holds zeros");
    let Some(at) = std::ptr::NonNull::new(whole.as_mut_ptr().cast()) else { return };
    // SAFETY: the pages lie inside of the borrowed bytes, which come from an allocator and so from private memory
    // without a file: dropped pages read as zeros, which is their content. A failure has no effect.
    let _ = unsafe { madvise(at, len, MmapAdvise::MADV_DONTNEED) };
}

#[cfg(not(target_os = "linux"))]
fn give_back_zeros(_: &mut [u8]) {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returned pages are accessible, hold zeros and keep what is written.
    #[test]
    fn a_buffer_is_all_zeros_and_keeps_what_is_written() {
        let lua = Lua::new();
        let mut buffer = SharedBuffer::new(&lua, (1 << 20) + 17).unwrap();
        assert!(buffer.bytes().iter().all(|&byte| byte == 0));
        buffer.bytes_mut().iter_mut().enumerate().for_each(|(n, byte)| *byte = n as u8);
        lua.gc_collect().unwrap();
        assert!(buffer.bytes().iter().enumerate().all(|(n, &byte)| byte == n as u8));
    }
}
