import Foundation
import PhotosMedia

/// The staged files of one mutation, and the properties read from them.
enum StagedContent {
    case asset(AssetDraft)
    case attachment(AttachmentDraft)
    /// The renderings of an edit, and the date of the edit, which its recipe also contains.
    case renderings([ResourceDraft], Date)
    /// The durations of the movies that a revert may show, by file name.
    case durations([String: Double])
    /// The rows of files that are missing from their sources. The durations are those of the movies that may be shown without them,
    /// by file name. If a file becomes the original and ends the edit, it is named with its facts.
    case missing(
        Set<Int64>,
        durations: [String: Double],
        original: (choice: NewOriginal, facts: MediaFacts)? = nil
    )
    /// Copies of the files that other assets keep, for the one to which they pass on.
    case keptFiles([KeptFileSource])
}
