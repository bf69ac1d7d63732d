import Foundation

/// The staged files of one mutation, and the properties read from them.
enum StagedContent {
    case asset(AssetDraft)
    case attachment(AttachmentDraft)
    /// The renderings of an edit, and the date of the edit, which its recipe also contains.
    case renderings([ResourceDraft], Date)
    /// The durations of the movies that a revert may show, by file name.
    case durations([String: Double])
    /// Copies of the files that other assets keep, for the one to which they pass on.
    case keptFiles([KeptFileSource])
}
