/// The keys that requests to a remote are made with.
package enum RemoteKeys: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    case aws(AWSKeys)
    /// Name and password of WebDAV.
    case password(user: String, password: String)
    /// WebDAV without keys.
    case none

    package var description: String { "RemoteKeys(…)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
