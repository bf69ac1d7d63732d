/// The keys that requests to a remote are made with.
package enum RemoteKeys: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    case aws(AWSKeys)
    /// Name and password of WebDAV.
    case password(user: String, password: String)
    /// WebDAV without keys.
    case none

    /// Whether requests carry the keys themselves, so that a network without encryption would show them.
    var areSent: Bool {
        switch self {
        case .password: true
        case .aws, .none: false
        }
    }

    package var description: String { "RemoteKeys(…)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
