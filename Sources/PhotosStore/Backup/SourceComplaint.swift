/// Decides how a backup names a file of a source that it cannot copy.
///
/// The advice of a finding is to sweep the source. A difference that a sweep has recorded must be no finding any more,
/// because another sweep would not end it.
package enum SourceComplaint: Hashable, Sendable {
    /// The file is a finding of its own.
    case ofFile
    /// The file counts in the finding of its source, which is offline.
    case ofSource
    /// The library knows that the file is missing and its photo offline, so the file is counted.
    case known

    /// - Parameters:
    ///   - code: The problem of the file.
    ///   - isAbsent: Whether the last sweep has not found the file, or another photo in its place.
    ///   - isSourceOffline: Whether the last sweep called the whole source offline, so that it judged no file.
    package init(of code: Finding.Code, isAbsent: Bool, isSourceOffline: Bool) {
        let isSwept = code == .sourceFileMissing || code == .sourceFileChanged
        switch (isSwept, isAbsent, isSourceOffline) {
        case (false, _, _): self = .ofFile
        case (true, true, _): self = .known
        case (true, false, true): self = .ofSource
        case (true, false, false): self = .ofFile
        }
    }
}
