/// What a client may do at one level, by the API's numbers.
package enum AccessStatus: Int, CaseIterable, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
    case limited = 4
}

/// What access is asked for, by the API's numbers.
package enum AccessLevel: Int, CaseIterable, Sendable {
    case addOnly = 1
    case readWrite = 2
}
