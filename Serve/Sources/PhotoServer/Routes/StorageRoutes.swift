import Hummingbird
import OpenPhotoKit

/// Where the files of the library are: in folders that they stay in, in remotes, and in the library's own folder.
struct StorageRoutes {
    func add(to table: inout RouteTable) {
        table.add(.get, "/api/sources", .owner, sources)
        table.add(.get, "/api/remotes", .owner, remotes)
    }

    private func sources(_ call: Call) async throws -> Response {
        let library = call.client.library.library
        let sources = try await call.client.library.read {
            try library.sources().map(SourceModel.init)
        }
        return JSONAnswer.ok(sources)
    }

    private func remotes(_ call: Call) async throws -> Response {
        let library = call.client.library.library
        let model = try await call.client.library.read { () -> RemotesModel in
            let remotes = try library.remotes().map { remote in
                RemoteModel(remote, try library.status(of: remote))
            }
            let space = SpaceModel(try library.spaceUse(), try library.spaceRule())
            return RemotesModel(remotes: remotes, space: space)
        }
        return JSONAnswer.ok(model)
    }
}
