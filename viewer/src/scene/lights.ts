// Sun (or moon) and sky as lights, by the daylight of the moment and on which side of the surface one is.
import { Color, DirectionalLight, HemisphereLight, type Scene } from "three";
import type { Daylight } from "./daylight";
import { refracted } from "./daylight";
import type { Medium } from "./medium";

const kWater = { above: new Color(0.62, 0.86, 1), ground: new Color(0.2, 0.36, 0.42) };
const kAir = { above: new Color(0.75, 0.87, 1), ground: new Color(0.16, 0.22, 0.26) };
const kSunIntensity = 3.3;
const kSkyIntensity = 2.2;
const kNightIntensity = 0.05; // a night is dark, not black

export class SkyLights {
  private readonly sun = new DirectionalLight(0xffffff, 1);
  private readonly ambient = new HemisphereLight(0xffffff, 0x404040, 1);

  constructor(scene: Scene) {
    scene.add(this.sun, this.sun.target, this.ambient);
  }

  set(daylight: Daylight, below: boolean, medium: Medium): void {
    const { above, ground } = below ? kWater : kAir;
    if (below) refracted(daylight.toward, this.sun.position);
    else this.sun.position.copy(daylight.toward);
    this.sun.color.copy(daylight.sun);
    this.sun.intensity = kSunIntensity * daylight.brightness;
    this.ambient.color.copy(above);
    this.ambient.groundColor.copy(ground);
    this.ambient.intensity = kSkyIntensity * daylight.brightness + kNightIntensity;
    medium.setLight(this.sun.position, this.sun.color, this.sun.intensity, above, ground, this.ambient.intensity);
  }
}
