import Foundation

/// What the staged files of one request are.
enum StagedContent {
    case asset(AssetDraft)
    case attachment(AttachmentDraft)
    /// With the date of the edit, which its recipe has, too.
    case renderings([ResourceDraft], Date)
    /// How long the movies are that a revert may show, by file.
    case durations([String: Double])
}
