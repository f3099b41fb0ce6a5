<?php
/**
 * Where a visitor goes after the age check: a path of this site, and of no other.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Return addresses. Pure.
 */
final class Lintel_Gate_Return_Address {
	/** The end of the check says of longer ones that it does not lead back. PHP's server often reads 4 KiB of an answer's headers. */
	const LONGEST = 2000;

	/** A longer one is written as it is, because it would get three times as long. */
	const LONG = 1000;

	/** What browsers send in a path, and after it in a query: they encode the rest. A backslash would be read as a slash. */
	const PLAIN = '#\A/[!\x23-;=@-\[\]_a-z|~]*(\?[!\x23-;=?-\[\]-~]*)?\z#';

	/**
	 * The path and query to return to; "/" for every shape that a browser could read as another host.
	 *
	 * @param string $path Path and query as the browser asked for them.
	 */
	public static function of( string $path ): string {
		$path = (string) preg_replace( '/#.*\z/s', '', $path );
		if ( strlen( $path ) > self::LONGEST || 1 !== preg_match( self::PLAIN, $path ) ) {
			return '/';
		}
		// Servers on its way may decode the address: once more, and twice.
		$pathname = explode( '?', $path, 2 )[0];
		for ( $round = 0; $round < 3; $round++ ) {
			// Browsers take "." and ".." out, and "/a/..//host" is then another host.
			if ( 1 === preg_match( '#\A//|/\.{1,2}//|[\x00-\x1f\x7f\\\\]#', $pathname ) ) {
				return '/';
			}
			$pathname = rawurldecode( $pathname );
		}
		return $path;
	}

	/**
	 * The address that starts the age check and comes back to a path.
	 *
	 * @param string $origin  This site's origin.
	 * @param string $site_id The gate's id.
	 * @param string $path    Path and query to return to.
	 */
	public static function start( string $origin, string $site_id, string $path ): string {
		$start = $origin . '/.well-known/lintel/' . $site_id . '/start?';
		if ( strlen( $path ) > self::LONGEST ) {
			return $start . 'kept=path&return=%2F';
		}
		$back = self::of( $path );
		return $start . 'return=' . ( strlen( $back ) > self::LONG ? $back : rawurlencode( $back ) );
	}
}
