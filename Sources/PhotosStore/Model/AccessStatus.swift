/// The access that a client has at one level.
///
/// The raw values are those of the API.
package enum AccessStatus: Int, CaseIterable, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
    case limited = 4
}

/// The kind of access that a client asks for.
///
/// The raw values are those of the API.
package enum AccessLevel: Int, CaseIterable, Sendable {
    case addOnly = 1
    case readWrite = 2
}
