<?php

declare(strict_types=1);

namespace Lintel\Internal;

/** @internal The settings that a deployment gives. */
final class Environment
{
    /** A variable of the environment, or null where it is unset or empty. */
    public static function read(string $name): ?string
    {
        // php-fpm, Symfony and phpdotenv fill the arrays alone.
        foreach ([getenv($name), $_ENV[$name] ?? null, $_SERVER[$name] ?? null] as $value) {
            if (is_string($value) && $value !== '') {
                return $value;
            }
        }
        return null;
    }
}
