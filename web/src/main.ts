/** Where the screens begin. */

import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { startLanguage } from './lang/lang.svelte';
import { beginTerminal } from './link/terminal';
import { layOutFaces } from './parts/faces';
import { look } from './parts/look.svelte';
import { recall } from './parts/memory';
import { fetchPage } from './pages';
import { pageOf } from './route';

const { page } = pageOf(location.pathname);
// Asked for before anything else is done: the page's script and the server's answer come while the rest is set up.
const fetched = fetchPage(page);
fetched.catch(() => undefined);
if (page === 'play' && recall('seated') === 'yes') beginTerminal();
look.start();
layOutFaces(document.documentElement);
const target = document.getElementById('app');
if (target === null) throw new Error('index.html has an element for the app');
void startLanguage().then(() => mount(App, { target, props: { fetched } }));
