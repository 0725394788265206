//! Pictures of tables: scenes as SVG.
