<?php

// For projects without Composer: require this file.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, 'Lintel\\')) {
        return;
    }
    $path = __DIR__ . '/src/' . strtr(substr($class, 7), '\\', '/') . '.php';
    if (is_file($path)) {
        require $path;
    }
});

require_once __DIR__ . '/src/errors.php';
