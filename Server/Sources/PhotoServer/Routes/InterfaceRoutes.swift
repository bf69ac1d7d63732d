import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The description of the interface.
struct InterfaceRoutes {
    func addRoutes(to table: inout RouteTable) {
        table.addOpenRoute(.get, at: "/api/openapi.yaml") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/yaml", .cacheControl: "no-cache"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_yaml))
            )
        }
    }
}
