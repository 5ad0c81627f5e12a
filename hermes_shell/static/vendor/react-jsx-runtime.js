import{a as e}from"./chunk-NPA2QIUO.js";import{c as t}from"./chunk-OOJM4CTU.js";var o=t(e()),r=o.default,{Fragment:s,jsx:x,jsxs:m}=o.default;export{s as Fragment,r as default,x as jsx,m as jsxs};
