/// The text of a file with keys, or the reason why there is none.
package enum KeyFile: Sendable {
    case text(String)
    /// Others than the owner may read or write the file, or another user owns it.
    case exposed
    case missing
    case unreadable
}
