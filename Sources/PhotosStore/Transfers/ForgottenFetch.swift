/// The result of bringing files of forgotten sources into the library.
package struct ForgottenFetch: Hashable, Sendable {
    /// The files that are in the library now.
    package var fetched = RemoteTotals.Part()
    /// The names of those that did not come, in the order of their rows.
    package var missing: [String?] = []
    /// Why remotes could not be asked, as sentences.
    package var silences: [String] = []

    package init() {}
}
