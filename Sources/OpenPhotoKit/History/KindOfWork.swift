import PhotosStore

/// The kind of work of a change, which separates a person's edits from maintenance.
public enum KindOfWork: String, Hashable, Sendable, CaseIterable {
    /// A person, or a program for a person, changed something.
    case edit
    /// Files were imported.
    case `import`
    /// Changes were taken from another copy of the library.
    case sync
    /// Properties of assets were computed or read from files.
    case analysis
    /// Recently Deleted was emptied.
    case purge
    /// The owner decided about an application; no object changed.
    case access

    init(_ work: WorkKind) {
        self =
            switch work {
            case .edit: .edit
            case .imported: .import
            case .sync: .sync
            case .analysis: .analysis
            case .purge: .purge
            case .access: .access
            }
    }

    var engineValue: WorkKind {
        switch self {
        case .edit: .edit
        case .import: .imported
        case .sync: .sync
        case .analysis: .analysis
        case .purge: .purge
        case .access: .access
        }
    }
}
