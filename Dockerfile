# docker build -t hadal . && docker run --rm -p 8765:8765 hadal run reef --serve 0.0.0.0:8765
FROM debian:12 AS build
COPY . /source
WORKDIR /source
RUN ./hadal --version && apt-get install -y nodejs npm && tools/build_viewer.sh
RUN cpack --config build/release/CPackConfig.cmake -B /package
FROM debian:12
COPY --from=build /package/*.deb /hadal.deb
RUN apt-get update && apt-get install -y --no-install-recommends /hadal.deb && rm -rf /hadal.deb /var/lib/apt/lists/*
ENTRYPOINT ["hadal"]
