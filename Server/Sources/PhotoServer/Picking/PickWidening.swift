import Foundation
import OpenPhotoKit
import Photos
import ServeRules

/// The effect of picks on the access of the asking application.
///
/// The server acts as the owner here, because a person has just decided. The asking program decides nothing.
struct PickWidening {
    let library: PHPhotoLibrary
    let application: String?

    /// Returns where the application stands at the moment.
    func standing(for level: PHAccessLevel = .readWrite) throws -> PickRules.Standing {
        guard let application else { return .full }
        let access = library.access
        let decision = try access.decisions().first { $0.application == application }
        let status =
            try decision.map { level == .addOnly ? $0.addOnly : $0.readWrite }
            ?? access.policy(for: level)
        return switch status {
        case .authorized: .full
        case .limited: .limited
        case .notDetermined: .undecided
        default: .denied
        }
    }

    /// Lets the application see picked photos, where it sees only some.
    ///
    /// - Parameters:
    ///   - picks: Photos that exist.
    ///   - standing: Where the application stands.
    /// - Throws: `PHPhotosError` when the library cannot be written.
    func widenAccess(by picks: [PHAsset], from standing: PickRules.Standing) throws {
        guard let application else { return }
        switch standing {
        case .full, .denied: return
        case .undecided: try library.access.set(.limited, of: application)
        case .limited: break
        }
        try library.access.select(picks.map(\.localIdentifier), for: application)
    }
}
