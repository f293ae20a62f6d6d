/** Where the screens begin. */

import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { startLanguage } from './lang/lang.svelte';
import { beginTerminal } from './link/terminal';
import { layOutFaces } from './parts/faces';
import { look } from './parts/look.svelte';
import { recall } from './parts/memory';
import { pageOf } from './route';

look.start();
layOutFaces(document.documentElement);
if (pageOf(location.pathname).page === 'play' && recall('seated') === 'yes') beginTerminal();
const target = document.getElementById('app');
if (target === null) throw new Error('index.html has an element for the app');
void startLanguage().then(() => mount(App, { target }));
