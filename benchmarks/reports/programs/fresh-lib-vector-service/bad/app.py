import asyncio
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from logging import INFO, basicConfig, getLogger

from vectors import VectorInput, Vectors

logger = getLogger("service")
basicConfig(level=INFO)
service = None


def get_cuda():
    cuda_env = os.getenv("ENABLE_CUDA")
    cuda_support, cuda_core = False, ""
    if cuda_env is not None and cuda_env in ("true", "1"):
        cuda_support = True
        cuda_core = os.getenv("CUDA_CORE")
        if cuda_core is None or cuda_core == "":
            cuda_core = "cuda:0"
        logger.info(f"CUDA_CORE set to {cuda_core}")
    else:
        logger.info("Running on CPU")
    return cuda_support, cuda_core


class Handler(BaseHTTPRequestHandler):
    def answer(self, code, body=None):
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        if body is not None:
            self.wfile.write(json.dumps(body).encode())

    def do_GET(self):
        self.answer(204 if self.path.startswith("/.well-known/") else 404)

    def do_POST(self):
        if self.path != "/vectorize":
            return self.answer(404)
        length = int(self.headers.get("Content-Length", 0))
        try:
            item = json.loads(self.rfile.read(length))
            payload = VectorInput(item.get("texts"), item.get("images"))
            result = asyncio.run(service.vectorize(payload))
            self.answer(200, {"textVectors": result.text_vectors, "imageVectors": result.image_vectors})
        except Exception as e:
            logger.exception("Something went wrong while vectorizing data.")
            self.answer(500, {"error": str(e)})


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8080
    cuda_support, cuda_core = get_cuda()
    service = Vectors(cuda_support, cuda_core)
    HTTPServer(("", port), Handler).serve_forever()
