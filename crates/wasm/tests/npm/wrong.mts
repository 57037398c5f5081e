import { fov, generate, render } from 'undercroft';

generate({ preset: 7 });
generate({ seeds: 7 });
fov(generate(), [1, 2, 3]);
fov({ width: 1, height: 1, solid: [0] }, [0, 0]);
render('text');
