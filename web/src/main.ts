/** Where the screens begin. */

import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { startLanguage } from './lang/lang.svelte';
import { look } from './parts/look.svelte';

look.start();
const target = document.getElementById('app');
if (target === null) throw new Error('index.html has an element for the app');
void startLanguage().then(() => mount(App, { target }));
