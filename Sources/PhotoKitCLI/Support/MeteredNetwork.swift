import Foundation
import OpenPhotoKit
import PhotosBase

/// Whether the network is metered, as NetworkManager says.
///
/// NetworkManager is asked over D-Bus by a program of the system, so that this program needs no library for it.
enum MeteredNetwork: Equatable {
    case metered
    case unmetered
    /// No NetworkManager answers.
    case unknown

    /// Asks NetworkManager.
    static func presentState() -> MeteredNetwork {
        for question in questions {
            guard let program = programURL(named: question[0]),
                let answer = try? ProgramOutput(
                    of: program.path,
                    Array(question.dropFirst()),
                    environment: ProcessInfo.processInfo.environment
                ), answer.status == 0
            else { continue }
            if let value = parsedValue(in: answer.text) { return value }
        }
        return .unknown
    }

    /// The programs that can ask, with their arguments.
    private static let questions: [[String]] = {
        let (name, path) = ("org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager")
        let properties = "org.freedesktop.DBus.Properties.Get"
        return [
            [
                "busctl", "--system", "--auto-start=no", "--timeout=5", "get-property", name, path,
                name, "Metered",
            ],
            [
                "gdbus", "call", "--system", "--timeout", "5", "--dest", name, "--object-path",
                path, "--method", properties, name, "Metered",
            ],
            [
                "dbus-send", "--system", "--print-reply", "--reply-timeout=5000", "--dest=" + name,
                path, properties, "string:" + name, "string:Metered",
            ],
        ]
    }()

    /// Reads the number of `NMMetered` at the end of an answer: `u 4`, `(<uint32 4>,)` or `variant uint32 4`.
    static func parsedValue(in answer: String) -> MeteredNetwork? {
        guard let match = answer.firstMatch(of: /\bu(?:int32)? (\d+)\W*$/) else { return nil }
        return switch match.1 {
        case "1", "3": .metered
        case "0", "2", "4": .unmetered
        default: nil
        }
    }

    private static func programURL(named name: String) -> URL? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return folders.split(separator: ":")
            .map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

/// Keeps transfers off metered networks.
struct NetworkGuard: Sendable {
    /// Whether metered networks are avoided at all.
    let isOn: Bool

    static let reason =
        "The network is metered, as NetworkManager says. Nothing is sent over it. Connect to another network, or leave out --not-on-metered."

    /// Runs work with a remote, unless the network is metered.
    ///
    /// While the work runs, NetworkManager is asked every 30 seconds. If the network has become metered, the work is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - work: The work.
    /// - Returns: The result of the work, and whether the network was or became metered.
    /// - Throws: The errors of the work.
    func run<Result: Sendable>(
        with remote: LibraryRemote,
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> (result: Result?, isMetered: Bool) {
        guard isOn, remote.usesNetwork else { return (try await work(), false) }
        switch MeteredNetwork.presentState() {
        case .metered: return (nil, true)
        case .unmetered: break
        case .unknown:
            Output.shared.complain(
                "No NetworkManager answers, so nobody knows whether the network is metered. Sending goes on."
            )
            return (try await work(), false)
        }
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                while true {
                    try await Task.sleep(for: .seconds(30))
                    if MeteredNetwork.presentState() == .metered { return nil }
                }
            }
            let first = try await group.next()
            group.cancelAll()
            if let result = first ?? nil { return (result, false) }
            // The work notes what it has done before it ends.
            return (try await group.next() ?? nil, true)
        }
    }
}
