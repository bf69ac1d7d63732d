import Foundation
import PhotosBase
import Synchronization
import TransferRules

/// The remotes that requests have named, with their keys.
///
/// Safe on any thread; the mutex guards the table.
final class ServiceRemotes: Sendable {
    private let remotes = Mutex<[RemoteDescription: any ServiceRemote]>([:])
    private let limiters = Mutex<[String: RateLimiter]>([:])
    let wire: Wire
    let patience: Double

    init(wire: Wire, patience: Double) {
        self.wire = wire
        self.patience = patience
    }

    /// Returns the remote of a description.
    ///
    /// - Throws: `TransferFailure`.
    func serviceRemote(for description: RemoteDescription) throws -> any ServiceRemote {
        if let remote = remotes.withLock({ $0[description] }) { return remote }
        let remote = try makeRemote(for: description)
        remotes.withLock { $0[description] = remote }
        return remote
    }

    /// Forgets the keys of a remote, because it refused them; a person may put others there.
    func removeRemote(_ description: RemoteDescription) {
        remotes.withLock { $0[description] = nil }
    }

    private func makeRemote(for description: RemoteDescription) throws -> any ServiceRemote {
        let environment = ProcessInfo.processInfo.environment
        let search = KeySearch(environment: environment) {
            KeyFileReading.readFile(at: $0, mustBePrivate: $1)
        }
        func link(to address: WebAddress, with keys: RemoteKeys) throws -> WireLink {
            try ConnectionRules.checkEncryption(
                of: address,
                keys: keys,
                isAllowed: description.insecure == true
            )
            return WireLink(
                host: address.host,
                certificates: description.certificates,
                proxy: try ConnectionRules.proxy(for: address, environment: environment),
                limiter: rateLimiter(for: description)
            )
        }
        switch ServiceKind(address: description.url) {
        case .s3:
            let place = try S3Place(description, endpoint: search.endpoint, region: search.region)
            let keys = try search.s3Keys(description)
            return S3Remote(
                place: place,
                keys: keys,
                wire: wire,
                link: try link(to: place.service, with: .aws(keys))
            )
        case .webDAV, nil:
            // The place refuses an address of no kind.
            let place = try DAVPlace(description)
            let keys = try search.davKeys(description)
            return DAVRemote(
                place: place,
                keys: keys,
                wire: wire,
                link: try link(to: place.address, with: keys),
                patience: patience
            )
        }
    }

    // All requests of a remote share one limit; the newest stated rate holds.
    private func rateLimiter(for description: RemoteDescription) -> RateLimiter? {
        guard let rate = description.rate else { return nil }
        return limiters.withLock { limiters in
            if let limiter = limiters[description.url] {
                limiter.setRate(rate)
                return limiter
            }
            let limiter = RateLimiter(rate: rate)
            limiters[description.url] = limiter
            return limiter
        }
    }
}
