<?php
/**
 * The proof that a visitor carries: a signed cookie that Lintel sets on this site's host and that is verified here
 * without asking anybody. It names no person: everyone who proves their age within five minutes has the same bytes.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Verifies gate cookies. Pure: the header, the key and the time are arguments.
 */
final class Lintel_Gate_Cookie {
	/** No proof is good for longer than this, whatever it says. */
	const LONGEST_SECONDS = 43200;

	/** A browser can hold several cookies of one name; a client can send thousands. */
	const COOKIES_LOOKED_AT = 4;

	/**
	 * The cookie's name for a threshold ("18" or "policy").
	 *
	 * @param string $threshold The gate's threshold.
	 */
	public static function name( string $threshold ): string {
		return '__Host-lintel_gate_' . $threshold;
	}

	/**
	 * The 32 bytes of a secret "gs_…", or null when it is not one.
	 *
	 * @param string $secret The secret as the console shows it.
	 */
	public static function key( string $secret ): ?string {
		if ( 1 !== preg_match( '/\Ags_([A-Za-z0-9_-]{43})\z/', $secret, $parts ) ) {
			return null;
		}
		$key = base64_decode( strtr( $parts[1], '-_', '+/' ) . '=', true );
		// Two texts that decode to the same bytes would be two spellings of one secret.
		return false !== $key && 32 === strlen( $key ) && self::base64url( $key ) === $parts[1] ? $key : null;
	}

	/**
	 * Whether a Cookie header holds a good proof.
	 *
	 * @param string        $header Cookie header as the browser sent it. Not $_COOKIE: PHP keeps one cookie of a name.
	 * @param array         $gate   { siteId, host, threshold }.
	 * @param array<string> $keys   Keys that count now, as bytes.
	 * @param int           $now    Unix seconds.
	 */
	public static function is_good( string $header, array $gate, array $keys, int $now ): bool {
		$name   = self::name( $gate['threshold'] );
		$looked = 0;
		foreach ( explode( ';', $header ) as $pair ) {
			$parts = explode( '=', trim( $pair, " \t" ), 2 );
			if ( 2 !== count( $parts ) || $parts[0] !== $name ) {
				continue;
			}
			if ( self::is_good_value( $parts[1], $gate, $keys, $now ) ) {
				return true;
			}
			if ( ++$looked >= self::COOKIES_LOOKED_AT ) {
				return false;
			}
		}
		return false;
	}

	/**
	 * Whether one value is a good proof.
	 *
	 * @param string        $value The cookie's value.
	 * @param array         $gate  { siteId, host, threshold }.
	 * @param array<string> $keys  Keys that count now, as bytes.
	 * @param int           $now   Unix seconds.
	 */
	public static function is_good_value( string $value, array $gate, array $keys, int $now ): bool {
		$parts = explode( '.', $value, 5 );
		if ( 4 !== count( $parts ) || 'v1' !== $parts[0] || $parts[1] !== $gate['threshold'] ) {
			return false;
		}
		list( , , $expires, $mac ) = $parts;
		if ( 1 !== preg_match( '/\A[1-9][0-9]{9}\z/', $expires ) || 1 !== preg_match( '/\A[A-Za-z0-9_-]{43}\z/', $mac ) ) {
			return false;
		}
		if ( (int) $expires <= $now || (int) $expires > $now + self::LONGEST_SECONDS ) {
			return false;
		}
		$is_good = false;
		foreach ( $keys as $key ) {
			// Every key is tried, so that the time taken does not say which one it was.
			$is_good = hash_equals( self::mac( $gate, $expires, $key ), $mac ) || $is_good;
		}
		return $is_good;
	}

	/**
	 * A proof made here, to ask Lintel whether it has the same secret ("Check the connection"). Never given to a visitor.
	 *
	 * @param array  $gate    { siteId, host, threshold }.
	 * @param string $key     The key, as bytes.
	 * @param int    $expires Unix seconds.
	 */
	public static function make( array $gate, string $key, int $expires ): string {
		$expires = $expires - $expires % 300;
		return 'v1.' . $gate['threshold'] . '.' . $expires . '.' . self::mac( $gate, (string) $expires, $key );
	}

	private static function mac( array $gate, string $expires, string $key ): string {
		$message = 'lintel-gate.v1.' . $gate['siteId'] . '.' . $gate['host'] . '.' . $gate['threshold'] . '.' . $expires;
		return self::base64url( hash_hmac( 'sha256', $message, $key, true ) );
	}

	private static function base64url( string $bytes ): string {
		return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' );
	}
}
