public import Foundation
import PhotosStore

/// When background uploads of a program may run.
open class PHAssetResourceUploadJobOptions: NSObject, NSCopying {
    /// Whether uploads wait while the network is a metered one.
    ///
    /// False by default.
    open var preventsExpensiveNetworkAccess = false

    /// Makes the default options.
    public override init() { super.init() }

    convenience init(_ program: UploadProgram) {
        self.init()
        preventsExpensiveNetworkAccess = program.preventsExpensiveNetworkAccess
    }

    /// Returns new options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceUploadJobOptions()
        copy.preventsExpensiveNetworkAccess = preventsExpensiveNetworkAccess
        return copy
    }
}
