import Foundation

/// Where results of requests are handed out.
enum ResultDelivery {
    static func deliver(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue.main.async(execute: body)
    }
}
