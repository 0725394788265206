//! Tables in a browser: a server and its page.
