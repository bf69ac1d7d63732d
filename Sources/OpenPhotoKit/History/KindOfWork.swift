import PhotosStore

/// What kind of work a change was, so that a person's edit can be told from housekeeping.
public enum KindOfWork: String, Hashable, Sendable, CaseIterable {
    /// Somebody, or a program on their behalf, changed something.
    case edit
    /// Files were brought in.
    case `import`
    /// Another copy of the library was followed.
    case sync
    /// Something was found out about assets.
    case analysis
    /// Recently Deleted was emptied.
    case purge
    /// The owner decided what an application may do; no object changed.
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
