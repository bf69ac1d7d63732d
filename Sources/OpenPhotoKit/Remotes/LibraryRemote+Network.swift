import PhotosRemotes
import PhotosStore

extension LibraryRemote {
    /// Whether transfers to the remote leave this machine.
    ///
    /// Folders, and services at addresses of this machine, use no network.
    public var usesNetwork: Bool {
        guard let address = try? RemoteAddress(address) else { return true }
        return address.usesNetwork(RemoteSettings(text: row.settings))
    }
}
