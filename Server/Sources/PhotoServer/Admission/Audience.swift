/// For whom a route is.
struct Audience: Sendable {
    /// The permission that a route asks of a client.
    enum Need: Sendable {
        /// A client that is let in; the route changes no photo and no album.
        case reader
        /// The owner; the route changes nothing of the library.
        case ownerReader
        /// A client that may change something.
        case changer
        /// The owner, who may change something.
        case owner
    }

    /// The purpose of a server: to show the library's page, or the question of a program.
    enum Purpose: Sendable {
        case library
        case picking
    }

    let need: Need
    let purposes: Set<Purpose>

    /// Throws unless the route is for a client of a server with some purpose.
    func checkClient(_ client: Client, purpose: Purpose) throws {
        guard purposes.contains(purpose) else { throw Problem.notFound }
        switch need {
        case .reader: break
        case .ownerReader where client.isLimited: throw Problem.ownerOnly
        case .ownerReader: break
        case .changer where client.isReadOnly: throw Problem.readOnly
        case .changer: break
        case .owner where client.isLimited: throw Problem.ownerOnly
        case .owner where client.isReadOnly: throw Problem.readOnly
        case .owner: break
        }
    }
}

extension Audience {
    static let reader = library(.reader)
    static let ownerReader = library(.ownerReader)
    static let changer = library(.changer)
    static let owner = library(.owner)
    /// Whoever reads the library, or picks from it.
    static let readerOrPicker = Audience(need: .reader, purposes: [.library, .picking])
    /// Whoever picks from the library.
    static let picker = Audience(need: .reader, purposes: [.picking])

    private static func library(_ need: Need) -> Audience {
        Audience(need: need, purposes: [.library])
    }
}
