import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The description of the interface.
struct InterfaceRoutes {
    func add(to table: inout RouteTable) {
        table.addOpen(.get, "/api/openapi.yaml") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/yaml", .cacheControl: "no-cache"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_yaml))
            )
        }
    }
}
