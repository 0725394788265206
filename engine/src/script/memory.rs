//! A Luau buffer that Rust reads and writes in place.
#![allow(unsafe_code)]

use mlua::{Buffer, Lua, Value, ffi};

/// A buffer whose bytes are reached without a call into the virtual machine.
///
/// The collector of Luau does not move objects, and the handle keeps the buffer alive, so its address stays good
/// as long as this value lives.
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
        // SAFETY: the closure gets the buffer as its one argument at stack index 1 and leaves the stack as it was
        // but for that argument, which `exec_raw` drops; `lua_tobuffer` only reads it.
        unsafe {
            lua.exec_raw::<Value>(handle.clone(), |state| {
                let mut size = 0;
                *out = ffi::lua_tobuffer(state, 1, &mut size).cast::<u8>();
            })?;
        }
        if data.is_null() {
            return Err(mlua::Error::runtime("the virtual machine gave no buffer"));
        }
        Ok(Self { handle, data, len })
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
