/// Whether an export states a property of an asset, and when an import restores it.
package enum ManifestUse: Hashable, Sendable {
    /// Restored always.
    case always
    /// Restored only if the import has all files that the asset had, because the value follows from them.
    case withAllFiles
    /// Not stated: the library or the files determine the value.
    case never
}

/// How undo treats a property that a change has set.
package enum UndoRule: Hashable, Sendable {
    /// Undo sets the property back if nobody has changed it since.
    case setBack
    /// Undo ignores the property, because it follows from others.
    case ignored
    /// Undo has a rule of its own for the property, or cannot set it back because it follows from files.
    case special
}
