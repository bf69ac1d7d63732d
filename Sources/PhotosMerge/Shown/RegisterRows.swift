/// The registers of a library, asked for in small parts.
///
/// A merge asks for what a packet touches, and for what the shown state of that needs. The largest questions are those for the
/// places of all albums and folders, and for the members of one album that was deleted or made again. No question is about all
/// assets.
package protocol RegisterRows {
    /// One register; nil if nothing was written to it.
    func register(_ key: RegisterKey) throws -> Register?
    /// The registers of one asset, without those that say in which albums it is.
    func registers(of asset: SharedID) throws -> [Register]
    /// The registers of ``RegisterKind/membership`` that name an asset, with those of photos that left their album.
    func memberships(of asset: SharedID) throws -> [Register]
    /// The registers of ``RegisterKind/membership`` of one album.
    func memberships(in album: SharedID) throws -> [Register]
    /// The assets that a merge of duplicates moved to Recently Deleted while it kept this one.
    func assets(keeping kept: SharedID) throws -> [SharedID]
    /// The assets with a register that names this burst.
    func frames(of burst: [UInt8]) throws -> [SharedID]
    /// The registers of ``RegisterKind/place`` and ``RegisterKind/collectionExistence`` of all albums and folders.
    func treeRegisters() throws -> [Register]
    /// The asset and the original from which the identifier of an asset was derived, whether it has lost its role or not.
    func derivation(of asset: SharedID) throws -> (asset: SharedID, file: OriginalFile)?
    /// What files state of a frame, for the choice of the one that represents its burst.
    func frameFacts(of asset: SharedID) throws -> BurstFrame
}
