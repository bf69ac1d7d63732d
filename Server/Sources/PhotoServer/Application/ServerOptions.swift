public import Foundation
import ServeRules

/// How a server is started.
public struct ServerOptions: Sendable {
    /// The folder of the library.
    public var library: URL
    /// The address to listen at.
    public var address = "127.0.0.1"
    /// The port; 0 lets the system choose.
    public var port = 8086
    /// Further names under which the server answers.
    public var hosts: [String] = []
    /// The file of the certificate chain (PEM); with it the server speaks TLS and HTTP/2.
    public var certificate: URL?
    /// The file of the certificate's key (PEM).
    public var key: URL?
    /// The file whose first line is the owner's password; nil leaves the password as it is.
    public var passwordFile: URL?
    /// Whether a proxy with TLS stands before the server.
    public var isBehindProxy = false
    /// The folder with the files of the page; nil means the folder beside the program.
    public var page: URL?
    /// The server's own folder; nil means the one of the library below the user's state folder.
    public var state: URL?
    /// The most connections at once; further ones wait.
    public var mostConnections = 4096

    /// Returns the user whose socket is at the other end of a connection.
    var clientUser: @Sendable (ConnectionEnds) -> UInt32? = ConnectionTable.clientUser
    /// Opens a movie that is sent in fragments.
    var openMovie: MovieStreams.Opening = MovieStreams.open
    var limits = ConnectionPace.Limits()
    /// The question of a server in pick mode; nil serves the page of the library.
    var pick: PickRequest?

    /// Makes options for a library on the loopback.
    public init(library: URL) { self.library = library }

    var hasTLS: Bool { certificate != nil }
}
