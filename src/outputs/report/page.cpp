#include "outputs/report/page.h"

#include "outputs/report/html.h"

namespace hadal::outputs {
namespace {

// Colours after Okabe and Ito, told apart by the colour-blind; lighter ones on dark ground.
constexpr std::string_view kStyle = R"css(
:root{--bg:#fff;--panel:#fff;--ink:#1b1f24;--soft:#59636e;--grid:#e6e9ec;--zero:#b3bac1;--rule:#d0d7de;--good:#00684a;--bad:#b3261e;
--c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#b5578c;--c4:#b37a00;--c5:#2f9bd6;--c6:#6b4fa0;--c7:#7a6a4f}
@media (prefers-color-scheme:dark){:root{--bg:#0f1419;--panel:#151b22;--ink:#e6eaee;--soft:#98a4b0;--grid:#252e37;--zero:#4d5966;--rule:#303a44;--good:#4fd6a5;--bad:#ff8a80;
--c0:#56b4e9;--c1:#ff8c42;--c2:#2fcf9f;--c3:#e398c4;--c4:#f0b93a;--c5:#9ad3f5;--c6:#b7a0ee;--c7:#cbbd9f}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1320px;padding:24px 28px 60px;background:var(--bg);color:var(--ink);font:14px/1.5 system-ui,"Segoe UI",Helvetica,Arial,sans-serif}
h1{font-size:26px;margin:0 0 4px;line-height:1.25}h2{font-size:20px;margin:36px 0 8px;padding-bottom:4px;border-bottom:1px solid var(--rule)}
h3{font-size:16px;margin:28px 0 6px}h4{font-size:14px;margin:18px 0 2px}h4 small{font-weight:400;margin-left:6px}p{margin:4px 0 10px;max-width:80ch}.soft,small{color:var(--soft)}
.lead{white-space:pre-line}code,.num{font-variant-numeric:tabular-nums}code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px;overflow-wrap:anywhere}
table{border-collapse:collapse;margin:6px 0 12px}td,th{padding:3px 18px 3px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--grid)}
th{font-weight:600;color:var(--soft)}td.num,th.num{text-align:right}.wide{overflow-x:auto}
.good{color:var(--good);font-weight:600}.bad{color:var(--bad);font-weight:600}
.warn{border-left:4px solid var(--bad);padding:6px 12px;margin:10px 0;background:var(--panel)}
.tabs{display:flex;flex-wrap:wrap;gap:6px;margin:28px 0 0;position:sticky;top:0;background:var(--bg);padding:8px 0;z-index:1}
.tabs button{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--rule);border-radius:6px;padding:4px 14px;cursor:pointer}
.tabs button[aria-selected=true]{border-color:var(--c0);color:var(--c0);font-weight:600}
.plots{display:grid;gap:18px 22px;grid-template-columns:repeat(auto-fill,minmax(min(100%,480px),1fr))}
.small{grid-template-columns:repeat(auto-fill,minmax(min(100%,360px),1fr))}
figure{margin:0;min-width:0;display:flex;flex-direction:column;break-inside:avoid}figure.tall{grid-row:span 2}
figcaption{display:flex;flex-wrap:wrap;align-items:baseline;align-content:flex-start;gap:0 12px;padding:2px 4px;flex:1}
.legend{display:flex;flex-wrap:wrap;gap:0 12px;font-size:12px;color:var(--soft)}.legend span{white-space:nowrap}
.key{width:24px;height:8px;margin-right:5px;vertical-align:middle}
.plot{width:100%;height:auto;display:block;background:var(--panel);touch-action:pan-y}
.plot text{font:11px system-ui,"Segoe UI",Helvetica,Arial,sans-serif;fill:var(--soft)}.plot text.label{fill:var(--ink)}
.plot .halo{fill:var(--ink);paint-order:stroke;stroke:var(--panel);stroke-width:3px;stroke-linejoin:round}
.grid{stroke:var(--grid)}.zero{stroke:var(--zero)}.frame{fill:none;stroke:var(--zero)}.instant{stroke:var(--bad);stroke-dasharray:3 3}
.plot path,.key path{fill:none;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.plot path.thin,.key path.thin{stroke-width:1}.plot path.wide,.key path.wide{stroke-width:3;stroke-opacity:.55;stroke-dasharray:none}.plot path.dash,.key path.dash{stroke-dasharray:5 4;stroke-linecap:butt}
.c0{stroke:var(--c0)}.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}.c3{stroke:var(--c3)}.c4{stroke:var(--c4)}.c5{stroke:var(--c5)}.c6{stroke:var(--c6)}.c7{stroke:var(--c7)}
.c4,.c5,.c6,.c7{stroke-dasharray:7 2.5;stroke-linecap:butt}.ink{stroke:var(--ink)}
.plot .start{fill:none;stroke:var(--c2);stroke-width:2.5}.plot .end{fill:var(--c1);stroke:var(--panel)}
.plot path.waypoint{stroke:var(--ink);fill:var(--panel);stroke-width:1.2}.plot path.mark,.plot path.bar{stroke:var(--ink);stroke-width:1.4}
.strip{display:grid;gap:8px 10px;grid-template-columns:repeat(4,minmax(0,1fr));max-width:1320px}
.shot img{max-width:100%;height:auto;display:block;background:#0c0e12}
.cursor{stroke:var(--soft)}#tip{position:fixed;pointer-events:none;background:var(--panel);color:var(--ink);border:1px solid var(--rule);border-radius:6px;padding:4px 9px;font-size:12px;white-space:pre;box-shadow:0 2px 8px #0003;display:none;z-index:2;font-variant-numeric:tabular-nums}
@media print{:root{--bg:#fff;--panel:#fff;--ink:#000;--soft:#444;--grid:#ddd;--zero:#aaa;--rule:#bbb}
body{max-width:none;padding:0;font-size:11px}.tabs{display:none}[hidden]{display:block!important}.plots,.small{grid-template-columns:repeat(2,1fr)}.strip{break-inside:avoid}h2,h3,h4{break-after:avoid}tr{break-inside:avoid}}
)css";

// Read-out under the pointer, from the paths alone, and tabs when there are several vehicles.
constexpr std::string_view kScript = R"js(
(()=>{
const tip=document.getElementById('tip'),num=v=>Number(v.toPrecision(4)).toString();
const points=path=>path.pts||(path.pts=[...path.getAttribute('d').matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(m=>[+m[1],+m[2]]));
const pair=(svg,key)=>svg.dataset[key].split(' ').map(Number);
document.querySelectorAll('svg.plot').forEach(svg=>{
  const [left,top,right,bottom]=pair(svg,'box'),xs=pair(svg,'x'),ys=pair(svg,'y'),mod=+svg.dataset.mod||0,equal=svg.dataset.eq;
  const toX=px=>xs[0]+(px-left)/(right-left)*(xs[1]-xs[0]),toY=py=>ys[0]+(bottom-py)/(bottom-top)*(ys[1]-ys[0]);
  let line;
  const leave=()=>{tip.style.display='none';if(line){line.remove();line=null}};
  svg.addEventListener('pointerleave',leave);
  svg.addEventListener('pointermove',e=>{
    const p=new DOMPoint(e.clientX,e.clientY).matrixTransform(svg.getScreenCTM().inverse());
    if(p.x<left||p.x>right||p.y<top||p.y>bottom)return leave();
    const rows=[];
    if(equal)rows.push('east '+num(toX(p.x))+' m','north '+num(toY(p.y))+' m');
    else{
      rows.push(num(toX(p.x))+' '+svg.querySelector('text.label').textContent.split(', ').pop());
      svg.querySelectorAll('path[data-name]').forEach(path=>{
        if(!path.dataset.name)return;
        let best=null,d=8;
        for(const q of points(path)){const e=Math.abs(q[0]-p.x);if(e<d){d=e;best=q}}
        if(!best){const pts=points(path);for(let i=1;i<pts.length;i++)if(pts[i-1][0]<=p.x&&pts[i][0]>=p.x&&Math.abs(pts[i][1]-pts[i-1][1])<.2){best=pts[i];break}}
        if(!best)return;
        let v=toY(best[1]);if(mod)v=((v%mod)+mod)%mod;
        rows.push(path.dataset.name+'  '+num(v));
      });
    }
    if(!line){line=document.createElementNS('http://www.w3.org/2000/svg','line');line.setAttribute('class','cursor');svg.append(line)}
    for(const [k,v] of [['x1',p.x],['x2',p.x],['y1',top],['y2',bottom]])line.setAttribute(k,v);
    tip.textContent=rows.join('\n');tip.style.display='block';
    const r=tip.getBoundingClientRect();
    tip.style.left=Math.min(e.clientX+14,innerWidth-r.width-8)+'px';tip.style.top=Math.min(e.clientY+14,innerHeight-r.height-8)+'px';
  });
});
const tabs=document.querySelector('.tabs');
if(tabs){
  const sections=[...document.querySelectorAll('section.vehicle')],buttons=[...tabs.children];
  const show=i=>{sections.forEach((s,k)=>s.hidden=k!==i);buttons.forEach((b,k)=>b.setAttribute('aria-selected',k===i))};
  buttons.forEach((b,i)=>b.addEventListener('click',()=>show(i)));
  show(0);
}
})();
)js";

}  // namespace

std::string html_page(std::string_view title, std::string_view body) {
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out +=
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<meta "
      "name=\"color-scheme\" content=\"light dark\">\n";
  out += "<title>" + escape_html(title) + "</title>\n<style>" + std::string(kStyle) +
         "</style>\n</head>\n<body>\n";
  out += body;
  return out + "<div id=\"tip\"></div>\n<script>" + std::string(kScript) +
         "</script>\n</body>\n</html>\n";
}

}  // namespace hadal::outputs
