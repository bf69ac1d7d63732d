import Foundation
import HTTPTypes
import Hummingbird
import OpenPhotoKit
import PhotosBase
import ServeRules

/// Getting in and out, and what a session may do.
enum SessionRoutes {
    static func add(to table: inout RouteTable) {
        let server = table.server
        table.addOpen(.post, "/api/session") { request, context in
            try await enter(request, context, server)
        }
        table.add(.get, "/api/session", .reader) { call in
            JSONAnswer.ok(try await SessionModel.make(call))
        }
        table.add(.delete, "/api/session", .reader) { call in
            // A device's token is revoked by its owner, not by whoever holds it.
            guard call.client.credential.kind == .session else { throw Problem.ownerOnly }
            _ = try call.server.gate.revoke(call.client.credential.id)
            var response = JSONAnswer.done
            response.headers[.setCookie] = call.server.cookie(secret: nil)
            return response
        }
        table.add(.get, "/api/sessions", .owner) { call in
            JSONAnswer.ok(
                call.server.gate.all.map { CredentialModel($0, current: call.client.credential.id) }
            )
        }
        table.add(.delete, "/api/sessions/{id}", .owner) { call in
            guard try call.server.gate.revoke(try call.text("id")) else { throw Problem.notFound }
            return JSONAnswer.done
        }
        table.add(.post, "/api/unlock", .reader, unlock)
    }

    private static func enter(
        _ request: Request,
        _ context: ServeContext,
        _ server: PhotoServer
    ) async throws -> Response {
        let body = try await JSONAnswer.read(EnterRequest.self, request, upTo: 16 << 10)
        let address = server.address(of: request, context)
        let name = ClientName.of(request.headers[.userAgent])
        let given = [body.code, body.password, body.link].compactMap(\.self)
        guard given.count == 1 else {
            throw Problem.badRequest("Send one of \"code\", \"password\" and \"link\".")
        }
        let (credential, secret) = try await BlockingThreads.common.run {
            if let code = body.code {
                return try server.gate.enter(code: code, from: address, name: name)
            }
            if let password = body.password {
                return try server.gate.enter(password: password, from: address, name: name)
            }
            return try server.gate.enter(link: body.link ?? "", from: address, name: name)
        }
        // An earlier session of this browser would stay open for nobody.
        if let old = server.gate.credential(
            cookie: server.cookieValue(of: request.head),
            token: nil
        ) {
            _ = try server.gate.revoke(old.id)
        }
        let library = try server.pool.library(for: credential.grant)
        let client = Client(credential: credential, library: library)
        let model = try await SessionModel.make(client, server)
        var response = JSONAnswer.ok(model)
        response.headers[.setCookie] = server.cookie(secret: secret)
        return response
    }

    private static func unlock(_ call: Call) async throws -> Response {
        let body = try await JSONAnswer.read(UnlockRequest.self, call.request, upTo: 16 << 10)
        let (gate, address) = (call.server.gate, call.address)
        if let password = body.password {
            let isRight = try await BlockingThreads.common.run {
                try gate.check(password: password, from: address)
            }
            if isRight == false {
                throw Problem(.unauthorized, "refused", "The password is wrong.")
            }
        } else if try gate.hasPassword() {
            throw Problem(.unauthorized, "password-needed", "Hidden photos open with the password.")
        } else if body.confirm != true {
            throw Problem.badRequest("Send \"confirm\": true, or the password.")
        }
        gate.unlock(call.client.credential.id)
        return JSONAnswer.done
    }
}

private struct EnterRequest: Decodable {
    var code: String?
    var password: String?
    var link: String?
}

private struct UnlockRequest: Decodable {
    var password: String?
    var confirm: Bool?
}
