#!/usr/bin/env python3
"""A controller outside of the simulator, over the Foxglove WebSocket: keeps depth and heading at 0.3 m/s.

    ./hadal run examples/outside_controller.yaml --serve            # prints the address of its page
    pip install websockets mcap mcap-ros2-support
    examples/outside_controller.py 'http://127.0.0.1:8765/' [SECONDS]

ADDRESS is the whole address as printed, SECONDS of simulated time (60). Messages are ROS 2 types.
"""
import json, math, struct, sys
from mcap.records import Schema
from mcap_ros2.decoder import DecoderFactory
from websockets.sync.client import connect

STATE, COMMAND = "/rov/ground_truth", "/rov/cmd_vel"
DEPTH_M, HEADING_RAD, SPEED_M_S = 5.0, math.radians(60), 0.3


def steer(odometry):
    """Velocity command, forward-left-up, for a pose in east-north-up."""
    q = odometry.pose.pose.orientation
    yaw = math.atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y**2 + q.z**2))  # from east, to the left
    turn = math.remainder(math.pi / 2 - HEADING_RAD - yaw, math.tau)
    rise = -DEPTH_M - odometry.pose.pose.position.z
    return {"linear": {"x": SPEED_M_S, "y": 0, "z": max(-0.4, min(0.4, 0.8 * rise))},
            "angular": {"x": 0, "y": 0, "z": max(-0.5, min(0.5, turn))}}


def main(address, seconds=60.0):
    with connect(address.replace("http", "ws", 1), subprotocols=["foxglove.websocket.v1"], max_size=None) as socket:
        decode = first_ns = None
        while True:
            message = socket.recv()
            if isinstance(message, str):  # JSON: what the server has to say about itself
                for channel in json.loads(message).get("channels", []):
                    if channel["topic"] == STATE:
                        schema = Schema(id=1, name=channel["schemaName"], encoding="ros2msg", data=channel["schema"].encode())
                        decode = DecoderFactory().decoder_for("cdr", schema)
                        socket.send(json.dumps({"op": "subscribe", "subscriptions": [{"id": 0, "channelId": channel["id"]}]}))
                        socket.send(json.dumps({"op": "advertise", "channels": [
                            {"id": 1, "topic": COMMAND, "encoding": "json", "schemaName": "geometry_msgs/msg/Twist"}]}))
            elif message[0] == 1:  # a message: subscription, time in ns, payload
                _, _, now_ns = struct.unpack_from("<BIQ", message)
                first_ns = first_ns or now_ns
                if now_ns - first_ns >= 1e9 * seconds:
                    return
                socket.send(struct.pack("<BI", 1, 1) + json.dumps(steer(decode(message[13:]))).encode())


if __name__ == "__main__":
    main(sys.argv[1], *map(float, sys.argv[2:]))
