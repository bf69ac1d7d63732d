import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenPhotoKit
import ServeRules

/// The description of the interface, and the sources of the library.
enum InterfaceRoutes {
    static func add(to table: inout RouteTable) {
        table.addOpen(.get, "/api/openapi.yaml") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/yaml", .cacheControl: "no-cache"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_yaml))
            )
        }
        table.add(.get, "/api/sources", .owner) { call in
            let library = call.client.library.library
            let sources = try await call.client.library.read {
                try library.sources().map { source in
                    SourceModel(
                        id: source.identifier,
                        path: source.url.path,
                        isOffline: source.isOffline,
                        count: source.assetCount
                    )
                }
            }
            return JSONAnswer.ok(sources)
        }
    }
}

private struct SourceModel: Encodable {
    var id: String
    var path: String
    var isOffline: Bool
    var count: Int
}
