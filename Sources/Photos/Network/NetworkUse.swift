import Foundation

/// Whether a request may fetch files over the network, and its progress handler.
struct NetworkUse: Sendable {
    /// Gets the progress from 0 to 1, and the error that ended the fetch; returns whether the request is to stop.
    typealias Handler = (Double, PHPhotosError?) -> Bool

    let isAllowed: Bool
    let handler: UncheckedTransfer<Handler>?

    static let forbidden = NetworkUse(isAllowed: false, nil)

    init(isAllowed: Bool, _ handler: Handler?) {
        self.isAllowed = isAllowed
        self.handler = handler.map(UncheckedTransfer.init)
    }
}

extension NetworkUse {
    /// Makes the use of an image, video or Live Photo request.
    ///
    /// - Parameters:
    ///   - isAllowed: Whether the options allow the network.
    ///   - handler: The progress handler of the options.
    ///   - number: The number of the request, for the handler's information.
    init(isAllowed: Bool, _ handler: PHAssetImageProgressHandler?, number: Int32) {
        self.init(
            isAllowed: isAllowed,
            handler.map { handler in
                { fraction, error in
                    Self.stopped { stop in
                        handler(
                            fraction,
                            error,
                            stop,
                            [
                                PHImageResultRequestIDKey: NSNumber(value: number),
                                PHImageResultIsInCloudKey: NSNumber(value: true),
                            ]
                        )
                    }
                }
            }
        )
    }

    /// Makes the use of a request for an editing input.
    init(_ options: PHContentEditingInputRequestOptions) {
        self.init(
            isAllowed: options.isNetworkAccessAllowed,
            options.progressHandler.map { handler in
                { fraction, _ in Self.stopped { handler(fraction, $0) } }
            }
        )
    }

    /// Makes the use of a request for a resource's data.
    init(_ options: PHAssetResourceRequestOptions?) {
        self.init(
            isAllowed: options?.isNetworkAccessAllowed ?? false,
            options?.progressHandler.map { handler in
                { fraction, error in
                    if error == nil { handler(fraction) }
                    return false
                }
            }
        )
    }

    private static func stopped(_ body: (UnsafeMutablePointer<ObjCBool>) -> Void) -> Bool {
        var stop = ObjCBool(false)
        body(&stop)
        return stop.boolValue
    }
}
