/// The result of bringing files of sources, which were forgotten or lost them, into the library.
package struct SourceFileFetch: Hashable, Sendable {
    /// The files that are in the library now.
    package var fetched = RemoteTotals.Part()
    /// The names of those that did not come, in the order of their rows.
    package var missing: [String?] = []
    /// Why remotes could not be asked, as sentences.
    package var silences: [String] = []

    package init() {}
}
